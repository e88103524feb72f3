/**
 * What those who ring and those who sleep at the same bells may see of each other, tried millions
 * of times by jcstress. In the bells' own package, because a stay together is no business of
 * anybody else.
 */
@NullMarked
package io.roundhouse.waiting.internal;

import org.jspecify.annotations.NullMarked;
