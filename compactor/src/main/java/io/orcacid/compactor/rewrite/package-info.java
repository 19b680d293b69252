/**
 * Writes the events of one partition anew: stripes that nothing touches are copied as bytes, the
 * rest is decoded and written again (FORMAT.md §10).
 *
 * <p>Values in, files out: who decides, publishes and cleans is not known here.
 */
package io.orcacid.compactor.rewrite;
