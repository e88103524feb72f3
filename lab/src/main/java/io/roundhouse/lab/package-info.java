/** The lab: studies, workloads and systems, and the command line that measures them. */
package io.roundhouse.lab;
