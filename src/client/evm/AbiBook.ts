import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { z } from 'zod'
import { UserError } from '../../errors/UserError.ts'
import { byKey } from '../../util/order.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'

/** A contract with a known ABI. */
export interface KnownContract {
	/** Name of the contract, of letters, digits, `.`, `_` and `-`. */
	readonly name: string
	readonly abi: Abi
	/** Its addresses on this chain, 0x in lower case. */
	readonly addresses: readonly string[]
}

const schema = z.object({
	version: z.literal(1),
	name: z.string(),
	abi: z.array(z.looseObject({ type: z.string() })),
	addresses: z.array(z.string().regex(/^0x[0-9a-f]{40}$/)),
})

/** Longest name, because it is a file name. */
const longestName = 64

/** The ABIs that the user added, one file each in the home's folder `abis`; without a folder they stay in memory. */
export class AbiBook {
	readonly #folder: string | undefined
	#contracts: Map<string, KnownContract> | undefined
	#version = 0

	constructor(folder: string | undefined) {
		this.#folder = folder
	}

	/** Grows with each change, so that earlier decodings can be repeated. */
	get version(): number {
		return this.#version
	}

	/** All contracts by name. @throws {UserError} for a file that cannot be read. */
	list(): readonly KnownContract[] {
		return [...this.#read()].sort(byKey).map(([, contract]) => contract)
	}

	/** Finds a contract by name, ignoring case. */
	named(name: string): KnownContract | undefined {
		return this.list().find((contract) => contract.name.toLowerCase() === name.trim().toLowerCase())
	}

	/** The contract at an address, 0x in any case. */
	at(address: string): KnownContract | undefined {
		const lower = address.toLowerCase()
		return [...this.#read().values()].find(({ addresses }) => addresses.includes(lower))
	}

	/**
	 * Stores an ABI under a name. It replaces the ABI of that name and keeps its addresses. An address belongs to one
	 * contract.
	 * @throws {UserError} if the name is invalid, or the file cannot be written.
	 */
	add(name: string, abi: Abi, address?: string): KnownContract {
		if (!/^[\w.-]+$/.test(name) || name.length > longestName || name.startsWith('.')) {
			throw new UserError('This is no name for a contract.', {
				next: `Use up to ${longestName} letters, digits, points, - and _.`,
			})
		}
		const added = address === undefined ? [] : [address.toLowerCase()]
		for (const other of this.list()) {
			if (other.name !== name && other.addresses.some((known) => added.includes(known))) {
				this.#write({ ...other, addresses: other.addresses.filter((known) => !added.includes(known)) })
			}
		}
		const before = this.#read().get(name)?.addresses ?? []
		const contract = { name, abi, addresses: [...new Set([...before, ...added])] }
		this.#write(contract)
		return contract
	}

	/** Removes an address, and the ABI with its last address. Without an address it removes the ABI. */
	remove(name: string, address?: string): void {
		const contract = this.#read().get(name)
		if (contract === undefined) return
		const addresses = contract.addresses.filter((known) => known !== address?.toLowerCase())
		if (address !== undefined && addresses.length > 0) {
			this.#write({ ...contract, addresses })
			return
		}
		this.#read().delete(name)
		this.#version++
		if (this.#folder !== undefined) rmSync(this.#file(name), { force: true })
	}

	#write(contract: KnownContract): void {
		if (this.#folder !== undefined) {
			writeFileAtomic(this.#file(contract.name), `${JSON.stringify({ version: 1, ...contract })}\n`, {
				name: 'The ABI',
				check: JSON.parse,
			})
		}
		this.#read().set(contract.name, contract)
		this.#version++
	}

	#read(): Map<string, KnownContract> {
		if (this.#contracts !== undefined) return this.#contracts
		const contracts = new Map<string, KnownContract>()
		for (const file of this.#folder === undefined ? [] : filesOf(this.#folder)) {
			const contract = readContract(join(this.#folder ?? '', file))
			contracts.set(contract.name, contract)
		}
		this.#contracts = contracts
		return contracts
	}

	#file(name: string): string {
		return join(this.#folder ?? '', `${name}.json`)
	}
}

function filesOf(folder: string): readonly string[] {
	try {
		return readdirSync(folder).filter((file) => file.endsWith('.json'))
	} catch {
		return []
	}
}

function readContract(file: string): KnownContract {
	try {
		const { name, abi, addresses } = schema.parse(JSON.parse(readFileSync(file, 'utf8')))
		return { name, abi: abi as unknown as Abi, addresses }
	} catch (cause) {
		throw new UserError(`The ABI ${file} cannot be read.`, {
			why: cause instanceof z.ZodError ? 'It is damaged or not one of this program.' : (cause as Error).message,
			next: 'Remove the file, and add the ABI again.',
			cause,
		})
	}
}
