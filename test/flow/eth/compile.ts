import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compile as compileJson } from 'solc'
import type { Abi, Hex } from 'viem'

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

/** A file is compiled once, with all its contracts. */
const outputs = new Map<string, Output>()

function outputOf(file: string, folder: string | URL): Output {
	const source = `${file}.sol`
	const place = new URL(source, folder)
	const known = outputs.get(place.href)
	if (known !== undefined) return known
	const input = {
		language: 'Solidity',
		sources: { [source]: { content: readFileSync(place, 'utf8') } },
		settings: {
			optimizer: { enabled: true, runs: 200 },
			outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
		},
	}
	const { resolve } = createRequire(import.meta.url)
	const find = (path: string) => ({ contents: readFileSync(resolve(path), 'utf8') })
	const output = JSON.parse(compileJson(JSON.stringify(input), { import: find })) as Output
	outputs.set(place.href, output)
	return output
}
