/** Bugs that are planted into the engine at run time, and the promise that each of them breaks. */
package io.orcacid.simulation.planted;
