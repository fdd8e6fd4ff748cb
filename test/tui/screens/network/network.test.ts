import { expect, test } from 'vitest'
import { tabs } from '../../../../src/tui/app/tabs.ts'
import { networkOfFour } from '../../support/networkOfFour.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

/** Goes to the screen of a node that is part of a network. */
async function lookAt(t: TestApp, reading = networkOfFour): Promise<void> {
	t.chain.networkNow = reading
	t.press('g', tabs.network.letter)
}

test.each([
	[80, 24],
	[200, 60],
])(
	'the Network screen at %i x %i tells who proposes, who is missing, votes, power and peers',
	async (columns, rows) => {
		const t = await testApp({ columns, rows, remote: true })
		await lookAt(t)
		await t.until('node3')
		const screen = t.screen()
		expect(screen).toMatch(/deciding +1,205 {2}round 1, precommit/)
		expect(screen).toMatch(/proposer +node2/)
		expect(screen).toMatch(/prevotes .* 75 % of the power, enough/)
		expect(screen).toMatch(/precommits .* 50 % of the power/)
		expect(screen).toMatch(/missing +node1/)
		expect(screen).toMatch(/node1 +10 25 % +·· +●●×× +50 %/)
		expect(screen).toMatch(/◆ +node2 +10 25 % +✓· +●●●● +100 % +2/)
		expect(screen).toMatch(/✓○ +●○●●/)
		expect(screen).toContain('2 peers')
		expect(screen).toContain('← calls')
		await t.stop()
	},
)

test('names of strangers cannot move the cursor', async () => {
	const t = await testApp({ remote: true })
	await lookAt(t)
	await t.until('node3')
	expect(t.screen()).toContain('␛[31mnode3')
	expect(t.screen()).toContain('␛]0;title')
	await t.stop()
})

test('a network that stands still is asked by the clock, and the selection stays with its validator', async () => {
	const t = await testApp({ remote: true })
	await lookAt(t)
	await t.until('node3')
	t.press('j')
	const [first, second, ...others] = networkOfFour.validators
	t.chain.networkNow = { ...networkOfFour, round: 7, validators: [second!, first!, ...others] }
	await t.until('round 7')
	expect(t.screen()).toMatch(/▸ +node1/)
	t.press('enter')
	await t.until('› Blocks')
	await t.stop()
})

test('the embedded node offers to add a node of a network, says what it would show, and is not asked for one', async () => {
	const t = await testApp()
	t.press('g', tabs.network.letter)
	await t.until('this node makes its blocks alone')
	expect(t.screen()).toContain('⏎ add a node of a network')
	t.press('enter')
	await t.until('Add a place')
	await t.stop()
})

test('a node that does not tell of its network says so', async () => {
	const t = await testApp({ remote: true })
	t.press('g', tabs.network.letter)
	await t.until('does not report its network: there is no network')
	await t.stop()
})

test('peers that do not fit are counted, one without a name shows its id, and a node without peers says so', async () => {
	const t = await testApp({ remote: true, columns: 80, rows: 24 })
	const peers = Array.from({ length: 30 }, (_, index) => ({
		id: String(index).padStart(2, '0').repeat(20),
		moniker: index === 0 ? '' : `peer${index}`,
		version: '0.34.34',
		address: `127.0.0.${index}`,
		outbound: index % 2 === 1,
	}))
	await lookAt(t, { ...networkOfFour, peers })
	await t.until('30 peers')
	expect(t.screen()).toMatch(/← calls +000000000000 +127\.0\.0\.0/)
	expect(t.screen()).toMatch(/→ called peer1 +127\.0\.0\.1/)
	const shown = t.lines().filter((line) => /→ called|← calls/.test(line)).length
	expect(shown).toBeGreaterThan(0)
	expect(t.screen()).toContain(`and ${30 - shown} more`)
	await t.stop()
})

test('a node without peers says so, and a round that stands still tells for how long', async () => {
	const t = await testApp({ remote: true, columns: 200, rows: 60 })
	const since = new Date(Date.now() - 2 * 3_600_000 - 5 * 60_000).toISOString()
	await lookAt(t, { ...networkOfFour, peers: [], since })
	await t.until('This node has no peers.')
	expect(t.screen()).toMatch(/round 1, precommit, for 2h/)
	t.chain.networkNow = { ...networkOfFour, peers: networkOfFour.peers.slice(0, 1), since: new Date().toISOString() }
	await t.until('1 peer ')
	expect(t.screen()).not.toContain('precommit, for')
	await t.stop()
})
