/** A job as a user's project has it, with the Hadoop of that project. */
package io.orcacid.interop.hadoop;
