/** What classes use that are generated for the interfaces of users' events. Not exported. */
package io.roundhouse.pipeline.internal;
