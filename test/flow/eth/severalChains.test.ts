import { expect, test } from 'vitest'
import { startChain } from '../../../src/library/index.ts'
import { account, askEth } from './evmTools.ts'

const to = account(0).address.toLowerCase()
/** JUMPDEST PUSH1 0 JUMP */
const endless = '0x5b600056'

test('calls of one chain do not wait for those of another chain in the same process', async () => {
	await using busy = await startChain({ chainId: 'chain_2222-1' })
	await using idle = await startChain({ chainId: 'chain_2222-1' })
	const ask = (url: string | undefined, code: string) =>
		askEth(url ?? '', 'eth_call', [{ to }, 'latest', { [to]: { code } }])
	// The interpreter is loaded once in a process.
	await ask(idle.ethUrl, '0x00')
	let ended = 0
	// As many as may be in progress at a time in one chain.
	const calls = Array.from({ length: 4 }, () =>
		ask(busy.ethUrl, endless).finally(() => {
			ended++
		}),
	)
	for (let asked = 0; asked < 3; asked++) expect((await ask(idle.ethUrl, '0x00')).result).toBe('0x')
	expect(ended).toBe(0)
	// A busy machine reaches the end of their time before that of their gas.
	const end = expect.stringMatching(/^(out of gas|execution aborted \(timeout = 10s\))$/)
	expect((await Promise.all(calls)).map(({ error }) => error?.message)).toEqual(Array(4).fill(end))
})
