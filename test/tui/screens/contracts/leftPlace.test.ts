import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { EvmAccount, EvmClient } from '../../../../src/client/evm/EvmClient.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { evmApp } from '../../support/evmApp.ts'
import { doubleContract, evmDouble } from '../../support/evmDouble.ts'

it('Contracts tells what the place in use knows of a contract, whatever one that was left answers late', async () => {
	let answer = (_account: EvmAccount): void => {}
	const account = (): Promise<EvmAccount> =>
		new Promise((resolve) => {
			answer = resolve
		})
	const { app, model } = await evmApp({ account })
	model.opened()
	const next = new ChainDouble()
	const evm: EvmClient = { ...evmDouble(next.calls), account: () => new Promise(() => {}) }
	next.evm = evm
	app.client = next
	const old = await evmDouble([]).account(doubleContract)
	const late = answer
	model.connected(next)
	late(old)
	await allThatIsDue()
	expect([...model.accounts]).toEqual([])
})
