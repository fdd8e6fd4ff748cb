import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { memorySource } from '../../src/codec/goJson/JsonScanner.ts'
import { migrateGenesis } from '../../src/migrate/migrateGenesis.ts'
import { golden, startLegacyNode } from '../wire/legacy/legacyNode.ts'
import { type GoNode, startGoNode8, startGoNode9 } from './GoNode.ts'
import { closeRestConnections, sendRest } from './RestReply.ts'

/** The programs that are compared; at least one. */
export interface UpgradePrograms {
	readonly program9?: string | undefined
	readonly program8?: string | undefined
	readonly print: (line: string) => void
}

interface Genesis {
	readonly chain_id: string
	readonly validators: unknown
	readonly app_state: {
		readonly auth: { readonly accounts: readonly { readonly value: { readonly address: string } }[] }
		readonly [module: string]: unknown
	}
}

const paths9 = (address: string): readonly string[] => [
	`/auth/accounts/${address}`,
	`/bank/balances/${address}`,
	`/cosmos/auth/v1beta1/accounts/${address}`,
	`/cosmos/bank/v1beta1/balances/${address}`,
]
const common9 = [
	'/bank/total',
	'/bank/total/ukava',
	'/cosmos/bank/v1beta1/supply',
	'/cosmos/bank/v1beta1/params',
	'/cosmos/auth/v1beta1/params',
	'/cosmos/auth/v1beta1/accounts?pagination.limit=200&pagination.count_total=true',
]
const paths8 = (address: string): readonly string[] => [`/auth/accounts/${address}`, `/bank/balances/${address}`]
const common8 = ['/supply/total', '/supply/total/ukava']

/**
 * Starts the migrated genesis of a real network here and as a node of the reference, and compares what REST says of every
 * account and of the supply: generation 9 of the new genesis, generation 8 beside a node of generation 8 with the old
 * accounts. Returns whether nothing differs.
 */
export async function compareUpgrade({ program9, program8, print }: UpgradePrograms): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
	const stops: (() => Promise<void>)[] = []
	process.env.REF_PREFIX = 'kava'
	process.env.REF_DENOM = 'ukava'
	try {
		const { validators } = JSON.parse(golden('localnet-genesis.json')) as Genesis
		const line = gunzipSync(readFileSync(new URL('../golden/migrate/network.jsonl.gz', import.meta.url))).toString()
		// The reference signs with a key of its own.
		const old: Genesis = { ...(JSON.parse(line) as { input: Genesis }).input, validators }
		let migrated = ''
		await migrateGenesis(memorySource(Buffer.from(JSON.stringify(old))), (part) => {
			migrated += part
		})
		const file = join(folder, 'genesis.json')
		writeFileSync(file, migrated)
		const addresses = old.app_state.auth.accounts.map(({ value }) => value.address)
		const compare = async (generation: 8 | 9, go: GoNode, paths: readonly string[]): Promise<boolean> => {
			stops.push(() => go.stop())
			const ours = await startLegacyNode(migrated, { flags: { genesis: file } })
			stops.push(() => ours.close())
			await ours.mineTo(await go.freeze())
			let equal = 0
			for (const path of paths) {
				const request = { method: 'GET', path, headers: {} } as const
				const theirs = await sendRest(go.restPort, request)
				const mine = await sendRest(generation === 9 ? ours.port9 : ours.port8, request)
				if (JSON.stringify(theirs) === JSON.stringify(mine) && theirs.status === 200) equal++
				else print(`${path}\n  reference ${theirs.status} ${theirs.body}\n  ours      ${mine.status} ${mine.body}`)
			}
			print(`generation ${generation}: ${equal} of ${paths.length} replies equal, of ${addresses.length} accounts`)
			return equal === paths.length
		}
		let isEqual = true
		if (program9 !== undefined) {
			const go = await startGoNode9(program9, folder, migrated)
			isEqual = await compare(9, go, [...common9, ...addresses.flatMap(paths9)])
		}
		if (program8 !== undefined) {
			const go = await startGoNode8(program8, folder, accountsFile, (genesis) => withAccounts(genesis, old))
			isEqual = (await compare(8, go, [...common8, ...addresses.flatMap(paths8)])) && isEqual
		}
		return isEqual
	} finally {
		closeRestConnections()
		for (const stop of stops.reverse()) await stop()
		rmSync(folder, { recursive: true, force: true })
	}
}

const accountsFile = fileURLToPath(new URL('../golden/legacy/accounts.json', import.meta.url))

/** The genesis of the reference of generation 8 with the accounts of another; the reference has not all modules of that. */
function withAccounts(genesis: string, { app_state: { auth, supply } }: Genesis): string {
	const own = JSON.parse(genesis) as Genesis
	return JSON.stringify({ ...own, app_state: { ...own.app_state, auth, supply } })
}
