/**
 * A disk in memory that loses power: what was not synced is damaged or undone, calls fail at chosen
 * places, and the old incarnation's streams are dead (RELIABILITY.md §4, F1-F7).
 */
package io.orcacid.testkit.disk;
