/** Who runs actors: workers and their queues, threads of their own, executors. Not exported. */
package io.roundhouse.dispatch.internal;
