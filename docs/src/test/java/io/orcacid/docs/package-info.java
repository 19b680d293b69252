/** Tests that the documents say what is: examples run, links and citations lead somewhere. */
package io.orcacid.docs;
