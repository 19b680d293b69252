/** The {@code orc-acid} command: one class a verb, nothing but the front door beneath. */
package io.orcacid.cli;
