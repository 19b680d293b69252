/** A table's log on an object store that lets one of two creators of an object win, such as S3. */
package io.orcacid.store.object;
