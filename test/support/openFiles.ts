import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const own = '/proc/self/fd'

/** Whether this system tells the open files of a process. */
export const tellsOpenFiles = existsSync(own)

/** Files of a folder that this process holds open. */
export function openFilesIn(folder: string): readonly string[] {
	return readdirSync(own).flatMap((fd) => {
		try {
			const path = readlinkSync(`${own}/${fd}`)
			return path.startsWith(folder) ? [path] : []
		} catch {
			return []
		}
	})
}

/** How many listeners of this thread are open. */
export function openListeners(): number {
	return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
}
