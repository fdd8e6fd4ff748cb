/** The umask this process was started with, once `narrowUmask` has changed it. */
let started: number | undefined

/**
 * From now on new files and folders of this process belong to its user alone, also those that native code makes (the
 * database). Only in the main thread.
 */
export function narrowUmask(): void {
	started = process.umask(0o077)
}

/** The umask that the user chose, which files meant for others follow. */
export function userUmask(): number {
	return started ?? process.umask()
}
