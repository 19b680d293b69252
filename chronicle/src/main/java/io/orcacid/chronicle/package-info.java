/** Key maps of Chronicle Map: off the heap, in a file that another process can open again. */
package io.orcacid.chronicle;
