import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Application, TxResult } from '../../../src/abci/Application.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { until } from '../../support/until.ts'
import { kvApplication } from './kvApplication.ts'
import { testEngine } from './testEngine.ts'

/** The key-value application whose transactions wait several turns of the event loop, and which tells when others run. */
function slowApplication(db: KvDatabase, overlaps: string[], calls: string[]): Application {
	const inner = kvApplication(db)
	let running = ''
	const alone = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
		if (running !== '') overlaps.push(`${name} during ${running}`)
		calls.push(name)
		running = name
		for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
		const result = await run()
		running = ''
		return result
	}
	const step = (name: string): void => {
		calls.push(name)
		if (running !== '') overlaps.push(`${name} during ${running}`)
	}
	return {
		...inner,
		checkTx: (request) => alone(`checkTx ${request.type}`, () => inner.checkTx(request)),
		deliverTx: (tx) => alone('deliverTx', () => inner.deliverTx(tx)),
		simulate: (tx) => alone('simulate', () => inner.simulate(tx)),
		query: (request) =>
			request.path === '/app/simulate' ? alone('query', () => inner.query(request)) : inner.query(request),
		beginBlock: (request) => {
			step('beginBlock')
			return inner.beginBlock(request)
		},
		endBlock: (request) => {
			step('endBlock')
			return inner.endBlock(request)
		},
		commit: (batch) => {
			step('commit')
			return inner.commit(batch)
		},
	}
}

describe('an application that waits', () => {
	it('executes one transaction or block step at a time, whoever asks', async () => {
		const overlaps: string[] = []
		const calls: string[] = []
		const engine = await testEngine({ openApplication: (db) => slowApplication(db, overlaps, calls) })
		const asked: Promise<unknown>[] = []
		for (let round = 0; round < 3; round++) {
			for (let index = 0; index < 5; index++) asked.push(engine.broadcastTxSync(utf8(`key${round}${index}=1`)))
			asked.push(engine.mine(2))
			for (let index = 0; index < 3; index++) {
				asked.push(engine.application.simulate(utf8('a=1')), engine.checkTx(utf8('b=1')))
				asked.push(engine.application.query({ path: '/app/simulate', data: utf8('c'), height: 0n, prove: false }))
				await new Promise((resolve) => setImmediate(resolve))
			}
		}
		const id = await engine.snapshot()
		asked.push(engine.application.simulate(utf8('d=1')), engine.revert(id))
		await Promise.all(asked)
		await engine.mine()
		expect(overlaps).toEqual([])
		const count = (name: string) => calls.filter((call) => call === name).length
		expect(count('deliverTx')).toBe(15)
		expect(count('simulate')).toBe(10)
		expect(count('query')).toBe(9)
	})

	it('lets no new transaction be checked between a commit and the end of the recheck', async () => {
		const overlaps: string[] = []
		const calls: string[] = []
		const engine = await testEngine({ openApplication: (db) => slowApplication(db, overlaps, calls) })
		await engine.broadcastTxSync(utf8('once:a'))
		const block = engine.mine()
		const late: Promise<TxResult>[] = []
		await until(
			() => calls.includes('commit'),
			() => {
				late.push(engine.broadcastTxSync(utf8(`late${late.length}=1`)))
				return nextTurn()
			},
		)
		await Promise.all([block, ...late])
		const commit = calls.indexOf('commit')
		const rechecks = calls.flatMap((call, index) => (call === 'checkTx recheck' ? [index] : []))
		expect(rechecks.at(-1)).toBeGreaterThan(commit)
		expect(calls.slice(commit + 1, rechecks.at(-1)! + 1).every((call) => call === 'checkTx recheck')).toBe(true)
		expect(overlaps).toEqual([])
	})
})
