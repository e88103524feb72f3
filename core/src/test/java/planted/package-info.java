/**
 * Classes that break, or just keep, the rules of the house. Only {@code ArchitectureTest} reads
 * them.
 */
package planted;
