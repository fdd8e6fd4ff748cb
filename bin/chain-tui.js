#!/usr/bin/env node
// Loads the built program; says how to build it when it is not there.
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (existsSync(main)) {
	await import(main.href)
} else {
	console.error('chain-tui is not built yet.\nRun `npm start`, or `npm ci && npm run build`, in its folder.')
	process.exitCode = 1
}
