/** x */
package io.orcacid.writer;
