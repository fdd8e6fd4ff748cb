// Fingerprints of what a step reads, so that no step is done twice.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** SHA-256 over the names and contents of files and folders. */
export function fingerprint(paths) {
	const hash = createHash('sha256')
	for (const path of paths) addPath(hash, path)
	return hash.digest('hex')
}

function addPath(hash, path) {
	if (!existsSync(path)) return
	if (!statSync(path).isDirectory()) {
		hash.update(`${path}\0`).update(readFileSync(path))
		return
	}
	for (const name of readdirSync(path).sort()) addPath(hash, join(path, name))
}

/** Whether the stamp file holds this fingerprint. */
export function isStamped(file, print) {
	return existsSync(file) && readFileSync(file, 'utf8') === print
}

/** Writes the fingerprint after a step succeeded. */
export function stamp(file, print) {
	writeFileSync(file, print)
}
