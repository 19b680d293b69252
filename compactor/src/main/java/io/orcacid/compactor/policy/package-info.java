/**
 * When to compact a partition and how: a pure function from figures of the partition and settings
 * to a decision that says why (DESIGN.md §7).
 */
package io.orcacid.compactor.policy;
