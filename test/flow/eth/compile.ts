import { readFileSync } from 'node:fs'
import { compile as compileJson } from 'solc'
import type { Abi, Hex } from 'viem'

/** A compiled contract. */
export interface Artifact {
	readonly abi: Abi
	readonly bytecode: Hex
}

/** Compiles the one contract of a Solidity file beside this one. */
export function compile(name: string): Artifact {
	const file = `${name}.sol`
	const source = readFileSync(new URL(file, import.meta.url), 'utf8')
	const output = JSON.parse(
		compileJson(
			JSON.stringify({
				language: 'Solidity',
				sources: { [file]: { content: source } },
				settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
			}),
		),
	) as { contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>> }
	const { abi, evm } = output.contracts[file]![name]!
	return { abi, bytecode: `0x${evm.bytecode.object}` }
}
