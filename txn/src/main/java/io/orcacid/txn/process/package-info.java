/** What a process shows others of its life: who it is, and the thread that beats for it. */
package io.orcacid.txn.process;
