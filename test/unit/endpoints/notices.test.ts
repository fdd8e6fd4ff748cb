import { afterEach, expect, test } from 'vitest'
import type { KeptStates } from '../../../src/endpoints/EndpointUpstream.ts'
import { chainAt } from '../../flow/endpoints/support/service.ts'
import { type Desk, openDesk } from './support/desk.ts'

let desk: Desk | undefined
afterEach(() => desk?.context.storage.close())

/** What is said of both networks by a node at height 5,000 whose pruning applications answer a thousand heights. */
async function said(states: KeptStates, first = 1): Promise<readonly string[]> {
	await desk?.context.storage.close()
	const head = () => ({ height: 5_000, earliest: first, catchingUp: false, chainId: 'chain-1' })
	desk = await openDesk({ pruningWindow: 1_000 }, { ...chainAt(5_000), head, states: () => states })
	const networks = await desk.run('networks', await desk.account('owner@example.com'))
	expect(networks.map(({ id, heights }) => [id, heights])).toEqual([
		['archival', null],
		['pruning', 1_000],
	])
	return networks.map(({ notice }) => notice)
}

const keeps = (what: string, from: string) =>
	`The node keeps the state of ${what} only (now ${from} to 5,000); calls for older ones are refused. ` +
	'Run it with --pruning nothing to keep all from then on.'
const dropped = (from: string) =>
	`The node has dropped old states before (now ${from} to 5,000); calls for them are refused.`

test('a network is told what its node lacks of the heights that it answers, and nothing where it has them all', async () => {
	expect(await said({ earliest: 1, kept: undefined })).toEqual(['', ''])
	expect(await said({ earliest: 4_001, kept: 1_000 })).toEqual([keeps('the newest 1,000 heights', '4,001'), ''])
	const few = keeps('the newest 999 heights', '4,002')
	expect(await said({ earliest: 4_002, kept: 999 })).toEqual([few, few])
	const two = keeps('the newest 2 heights', '4,999')
	expect(await said({ earliest: 4_999, kept: 2 })).toEqual([two, two])
	const one = keeps('the newest height', '5,000')
	expect(await said({ earliest: 5_000, kept: 1 })).toEqual([one, one])
})

test('a network is told of states that its node dropped before, from its first block on', async () => {
	expect(await said({ earliest: 2, kept: undefined })).toEqual([dropped('2'), ''])
	expect(await said({ earliest: 4_001, kept: undefined })).toEqual([dropped('4,001'), ''])
	expect(await said({ earliest: 4_002, kept: undefined })).toEqual([dropped('4,002'), dropped('4,002')])
	expect(await said({ earliest: 4_002, kept: 1_000 })).toEqual([
		keeps('the newest 1,000 heights', '4,002'),
		dropped('4,002'),
	])
	// A chain that itself begins later lacks nothing.
	expect(await said({ earliest: 3, kept: undefined }, 3)).toEqual(['', ''])
	expect(await said({ earliest: 4, kept: undefined }, 3)).toEqual([dropped('4'), ''])
	expect(await said({ earliest: 4_500, kept: undefined }, 4_500)).toEqual(['', ''])
	expect(await said({ earliest: 4, kept: 1_000 }, 4_500)).toEqual([keeps('the newest 1,000 heights', '4,500'), ''])
})

test('an application tells its team the highest part of free relays and of the cap that it has used this month', async () => {
	desk = await openDesk()
	const owner = await desk.account('owner@example.com')
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const { application } = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'app', network: 'pruning' },
	})
	const reached = (month: string, kind: string, percent: bigint) => ({ month, kind, percent, at: 0n })
	await desk.db
		.insertInto('application_notices')
		.values(
			[
				reached('2026-11', 'free', 50n),
				reached('2026-11', 'free', 25n),
				reached('2026-11', 'cap', 75n),
				reached('2026-11', 'cap', 100n),
				reached('2026-10', 'free', 100n),
			].map((row) => ({ ...row, application_id: application.id })),
		)
		.execute()
	const read = async () => (await desk!.run('application', owner, { path: { applicationId: application.id } })).notices
	expect(await read()).toEqual([
		"This application has used 100 % of the account's monthly cap in 2026-11.",
		"This application has used 50 % of the account's free relays in 2026-11.",
	])
	desk.clock.ms = Date.UTC(2026, 11, 1)
	expect(await read()).toEqual([])
})
