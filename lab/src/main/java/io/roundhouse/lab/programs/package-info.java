/**
 * Systems that are not on the JVM: programs of the project's own in other languages, compiled on
 * the spot, that carry out orders and time themselves.
 *
 * <p>Their sources are resources of this package. A program is started for each system that is
 * opened; it reads an order a line, and answers each with a line of JSON. The lab does nothing but
 * wait meanwhile.
 *
 * <table>
 * <caption>Orders</caption>
 * <tr><th>order</th><th>answer</th></tr>
 * <tr><td>(none: its first line)</td><td>{@code version}, {@code workers}</td></tr>
 * <tr><td>{@code construct NODES ROUNDS TOKENS WORK}</td><td>{@code nanos}</td></tr>
 * <tr><td>{@code run}</td><td>{@code nanos}</td></tr>
 * <tr><td>{@code outcome}</td><td>{@code messages}, {@code sum}, {@code hits}</td></tr>
 * <tr><td>{@code chain NODES pings|acks direct|message}</td>
 *     <td>{@code nanos}, {@code pings}, {@code oks}, {@code ended}</td></tr>
 * <tr><td>{@code players}</td><td>{@code players}</td></tr>
 * <tr><td>{@code game MESSAGES}</td><td>{@code nanos}, {@code count}, {@code sum}</td></tr>
 * </table>
 */
@NullMarked
package io.roundhouse.lab.programs;

import org.jspecify.annotations.NullMarked;
