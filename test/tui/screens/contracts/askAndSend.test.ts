import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EvmClient, EvmProgress } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { artifactsIn } from '../../../../src/tui/screens/contracts/artifactField.ts'
import type { ContractsModel } from '../../../../src/tui/screens/contracts/ContractsModel.ts'
import { contractsCommands } from '../../../../src/tui/screens/contracts/contractsCommands.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { commandOf } from '../../support/commandLines.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'

let app: TuiApp
let model: ContractsModel

/** The Contracts screen over an EVM, some of whose parts are others, with an Ethereum key. */
async function contracts(change: Partial<EvmClient> = {}): Promise<void> {
	;({ app, model } = await evmApp(change))
	const ethAddress = '0x1111111111111111111111111111111111111111'
	const key = { name: 'dev', address: addressOf('dev'), ethAddress, algo: 'eth_secp256k1', kind: 'local' } as const
	app.set({ keys: [key], current: 'dev', screen: 'contracts' })
}
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const press = (verb: string): unknown => commandOf(contractsCommands(model), verb).run()
const form = (): Form => app.topOverlay as Form

describe('the form of a transaction', () => {
	const signer = () => form().field('from')?.options.hint?.('dev')
	const poor = 'it has too few coins: Ctrl-G asks the faucet'

	it('the form of a transaction says at once that its signer has no coins', async () => {
		await contracts()
		model.open(pokedPlace)
		Object.assign(app.client!, { balances: async () => [] })
		model.page!.functions.select('stop()')
		press('open')
		await until(() => signer() === poor)
		expect(
			form()
				.commands()
				.find(({ id }) => id === 'form.make')?.title,
		).toBe('ask the faucet')
	})

	it('the form of a transaction that is refused stays open with the problem, the next step and what its signer lacks', async () => {
		await contracts({
			send: async function* (): AsyncGenerator<EvmProgress> {
				yield {
					state: 'failed',
					log: 'insufficient funds',
					problem: 'It costs too much.',
					next: 'Ask the faucet.',
				} as never
			},
		})
		model.open(pokedPlace)
		Object.assign(app.client!, { balances: async () => [{ denom: 'uchain', amount: '5' }] })
		model.page!.functions.select('stop()')
		press('open')
		expect(signer()).toBe('')
		await form()
			.commands()
			.find(({ id }) => id === 'form.submit')
			?.run()
		await until(() => signer() === poor)
		expect([form().title, form().error, form().errorNext]).toEqual([
			'Send stop',
			'It costs too much.',
			'Ask the faucet.',
		])
	})

	it('the form of a transaction opens also where there is no keyring yet, to make its first key', async () => {
		await contracts()
		const keys = app.client!.keys!
		keys.isLocked = () => true
		keys.isNew = async () => true
		model.open(pokedPlace)
		model.page!.functions.select('stop()')
		press('open')
		await until(() => app.topOverlay !== undefined)
		expect(form().title).toBe('Send stop')
		app.close(form())
		press('deploy')
		await until(() => app.topOverlay !== undefined)
		expect(form().title).toBe('Deploy a contract')
	})
})

describe('the file of a compiler', () => {
	it('the file of a compiler is not read from 50,000,001 bytes on, and one that is none says why', async () => {
		await contracts()
		const directory = mkdtempSync(join(tmpdir(), 'artifact-'))
		try {
			const file = join(directory, 'Large.json')
			writeFileSync(file, '{}')
			expect((await artifactsIn(model, file)).length).toBeGreaterThan(0)
			truncateSync(file, 50_000_001)
			await expect(artifactsIn(model, file)).rejects.toMatchObject({
				message: 'This file is too large to be an artifact.',
				why: '',
			})
			await expect(artifactsIn(model, directory)).rejects.toMatchObject({
				message: 'The file cannot be read.',
				why: expect.stringContaining('EISDIR'),
				next: 'Check its path.',
			})
		} finally {
			rmSync(directory, { recursive: true })
		}
	})
})
