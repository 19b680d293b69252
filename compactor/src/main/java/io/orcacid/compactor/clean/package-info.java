/**
 * Removes what nobody can read any more (PROTOCOL.md §7): {@link
 * io.orcacid.compactor.clean.Cleaner} does, {@link io.orcacid.compactor.clean.CleanPlan} says for
 * each directory what is done and why.
 */
package io.orcacid.compactor.clean;
