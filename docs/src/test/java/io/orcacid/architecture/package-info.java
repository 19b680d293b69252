/** Tests of the structure: arrows between modules, cycles, doors that are kept narrow. */
package io.orcacid.architecture;
