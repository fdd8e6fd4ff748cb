// Whether the packages of the lock file are there, however they came (npm ci, npm install, an earlier start).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Compares the lock file of a folder with npm's own record of what it installed there. A package that is only optional may
 * be missing: npm leaves out those of other systems and those that could not be built. So may one that only tests need, if
 * `toRunOnly` says so.
 */
export function isInstalled(folder, { toRunOnly = false } = {}) {
	const record = join(folder, 'node_modules/.package-lock.json')
	if (!existsSync(record)) return false
	const installed = packagesOf(record)
	return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(
		([path, { version, integrity, optional, dev, devOptional }]) => {
			if (path === '') return true
			const found = installed[path]
			if (found === undefined) return optional === true || (toRunOnly && (dev === true || devOptional === true))
			return found.version === version && found.integrity === integrity
		},
	)
}

function packagesOf(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages
}
