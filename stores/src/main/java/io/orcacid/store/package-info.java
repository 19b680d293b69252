/** What the stores of this module share. */
package io.orcacid.store;
