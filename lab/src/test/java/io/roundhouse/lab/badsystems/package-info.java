/** Systems that misbehave, each in its own way, for tests of those who have to bear it. */
package io.roundhouse.lab.badsystems;
