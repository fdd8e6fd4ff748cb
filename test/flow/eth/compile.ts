import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Abi, Hex } from 'viem'
import { writeFileAtomic } from '../../../src/util/writeFileAtomic.ts'

/** A compiled contract. */
export interface Artifact {
	readonly abi: Abi
	readonly bytecode: Hex
}

interface Output {
	readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
	readonly contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/**
 * Compiles a Solidity file beside this one, or of another folder; what it imports is looked for in the installed packages. Gives the contract of the
 * same name, or another one of the file.
 */
export function compile(file: string, name = file, folder: string | URL = import.meta.url): Artifact {
	const output = outputOf(file, folder)
	const found = output.contracts?.[`${file}.sol`]?.[name]
	if (found === undefined) throw new Error(output.errors?.map(({ formattedMessage }) => formattedMessage).join('\n'))
	return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` }
}

const require = createRequire(import.meta.url)
const lockFile = require.resolve('../../../package-lock.json')

/**
 * A file is compiled once, with all its contracts: what came of it is kept for the next worker and the next run, as Vitest keeps what it transforms. The
 * compiler takes seconds to load and to run. Another source, or another version of any package, is compiled anew.
 */
function outputOf(file: string, folder: string | URL): Output {
	const source = `${file}.sol`
	const input = JSON.stringify({
		language: 'Solidity',
		sources: { [source]: { content: readFileSync(new URL(source, folder), 'utf8') } },
		settings: {
			optimizer: { enabled: true, runs: 200 },
			outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
		},
	})
	const name = createHash('sha256').update(readFileSync(lockFile)).update(input).digest('hex')
	const kept = new URL(`node_modules/.cache/solc/${name}.json`, pathToFileURL(lockFile))
	if (!existsSync(kept)) {
		const { compile: compileJson } = require('solc') as typeof import('solc')
		const find = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
		writeFileAtomic(fileURLToPath(kept), compileJson(input, { import: find }))
	}
	return JSON.parse(readFileSync(kept, 'utf8')) as Output
}
