import type { Abi, Hex } from 'viem'
import { UserError } from '../../errors/UserError.ts'
import { isObject, jsonOf } from '../../util/jsonParts.ts'
import type { Artifact } from './EvmClient.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the contracts of a compiler's output: an artifact of hardhat, foundry or truffle, the output of solc (standard
 * JSON or `--combined-json`), or an ABI alone. `fallbackName` names a contract without a name.
 * @throws {UserError} for any other text.
 */
export function readArtifacts(text: string, fallbackName = 'Contract'): readonly Artifact[] {
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch (cause) {
		throw new UserError('This file holds no JSON.', { because: cause, next })
	}
	const found = Array.isArray(json)
		? [artifact(fallbackName, json, '')]
		: isObject(json)
			? ofObject(json, fallbackName)
			: []
	const artifacts = found.filter((candidate) => candidate !== undefined)
	if (artifacts.length > 0) return artifacts
	throw new UserError('There is no compiled contract in this file.', { next })
}

const next =
	'Give an artifact of hardhat (artifacts/…/Name.json), of foundry (out/Name.sol/Name.json), or the JSON output of solc.'

function ofObject(json: Json, fallbackName: string): readonly (Artifact | undefined)[] {
	if (isObject(json.contracts)) return Object.entries(json.contracts).flatMap(ofSolc)
	const name = typeof json.contractName === 'string' ? json.contractName : fallbackName
	return [artifact(name, json.abi, json.bytecode)]
}

/** An entry of solc: a file with its contracts, or in combined JSON `file:Name` with one. */
function ofSolc([key, value]: [string, unknown]): readonly (Artifact | undefined)[] {
	if (!isObject(value)) return []
	if ('abi' in value) return [artifact(key.split(':').at(-1) ?? key, value.abi, value.bin ?? value.bytecode)]
	return Object.entries(value).map(([name, contract]) => {
		if (!isObject(contract)) return undefined
		const evm = isObject(contract.evm) ? contract.evm : {}
		return artifact(name, contract.abi, evm.bytecode)
	})
}

/** hardhat writes the code as text, foundry and solc as an object. */
function artifact(name: string, abi: unknown, code: unknown): Artifact | undefined {
	const entries: unknown = typeof abi === 'string' ? jsonOf(abi) : abi
	if (!Array.isArray(entries) || !entries.every((entry) => isObject(entry) && typeof entry.type === 'string')) {
		return undefined
	}
	const text = isObject(code) ? code.object : code
	const digits = typeof text === 'string' ? text.replace(/^0x/, '') : ''
	if (/__\$?[^_]/.test(digits)) {
		throw new UserError(`The contract ${name} is not linked.`, {
			why: 'Its code has gaps for the addresses of libraries.',
			next: 'Deploy the libraries first and link it with your compiler.',
		})
	}
	if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined
	return { name, abi: entries as unknown as Abi, bytecode: `0x${digits}` satisfies Hex }
}
