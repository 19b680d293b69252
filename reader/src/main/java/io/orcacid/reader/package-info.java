/** x */
package io.orcacid.reader;
