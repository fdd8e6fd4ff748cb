#!/usr/bin/env node
// Loads the built program; says what is missing where it cannot be loaded.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'

/** Fewest files a process must be allowed to open: the program's parts, the tables of a database, connections. */
const fewestFiles = 256

const main = new URL('../dist/main.js', import.meta.url)
const allowed = allowedFiles()
if (allowed < fewestFiles) {
	console.error(
		`Error: chain-tui may open only ${allowed} files here, it needs ${fewestFiles} or more. Raise the limit first: ulimit -n 1024`,
	)
	process.exitCode = 1
} else if (existsSync(main)) {
	// Compiled once, not at every start: in the cache folder of Node (NODE_COMPILE_CACHE), from Node 22.1 on.
	module.enableCompileCache?.()
	await import(main.href)
} else {
	console.error('chain-tui is not built yet.\nRun `npm start`, or `npm ci && npm run build`, in its folder.')
	process.exitCode = 1
}

/** The soft limit of open files; Infinity where the system does not tell it in a file. */
function allowedFiles() {
	try {
		const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
		return limit === null ? Number.POSITIVE_INFINITY : Number(limit[1])
	} catch {
		return Number.POSITIVE_INFINITY
	}
}
