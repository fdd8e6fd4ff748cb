import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Size of all files below a folder; files that vanish meanwhile count as 0. */
export async function folderBytes(folder: string): Promise<number> {
	try {
		const entries = await readdir(folder, { withFileTypes: true })
		const sizes = entries.map(async (entry) => {
			const path = join(folder, entry.name)
			if (entry.isDirectory()) return folderBytes(path)
			return entry.isFile() ? (await stat(path)).size : 0
		})
		return (await Promise.allSettled(sizes)).reduce(
			(sum, size) => sum + (size.status === 'fulfilled' ? size.value : 0),
			0,
		)
	} catch {
		return 0
	}
}
