import { type Application, emptyTxResult, type TxResult } from '../../../src/abci/Application.ts'

import type { KvDatabase, WriteBatch } from '../../../src/store/KvDatabase.ts'
import { concatBytes, fromUtf8, utf8 } from '../../../src/util/bytes.ts'

/**
 * A small real application, Tendermint's key-value example in spirit: `key=value` sets, a lone `word` sets itself,
 * `once:key` is valid only while the key is unset, `bad…` is refused, `fail…` passes CheckTx and fails in the block,
 * `gas:N` wants that much gas. The app hash counts the keys set.
 */
export function kvApplication(db: KvDatabase): Application {
	let { height, size } = read(db)
	let pending = new Map<string, string>()
	let pendingHeight = height
	const get = (key: string): Uint8Array | undefined => {
		const value = pending.get(key)
		return value === undefined ? db.get(dataKey(key)) : utf8(value)
	}
	const check = (text: string): TxResult => {
		if (text.startsWith('bad')) return { ...emptyTxResult, code: 7, codespace: 'kv', log: 'bad transaction' }
		if (text.startsWith('once:') && get(text.slice(5)) !== undefined) {
			return { ...emptyTxResult, code: 8, codespace: 'kv', log: 'already set' }
		}
		const gas = text.startsWith('gas:') ? BigInt(text.slice(4)) : 1n
		return { ...emptyTxResult, gasWanted: gas }
	}
	return {
		info: () => ({ data: 'kv', version: '1', appVersion: 1n, lastBlockHeight: height, lastBlockAppHash: hashOf(size) }),
		initChain: ({ appState }) => {
			const state = JSON.parse(appState) as Record<string, string>
			pending = new Map(Object.entries(state))
			return { validators: [], appHash: hashOf(0) }
		},
		checkTx: async ({ tx }) => check(fromUtf8(tx)),
		beginBlock: ({ header }) => {
			pendingHeight = header.height
			return {
				events: [
					{
						type: 'begin',
						attributes: [{ key: 'parity', value: header.height % 2 === 0 ? 'even' : 'odd', index: true }],
					},
				],
			}
		},
		deliverTx: async (tx) => {
			const text = fromUtf8(tx)
			const checked = check(text)
			if (checked.code !== 0) return checked
			if (text.startsWith('fail')) return { ...emptyTxResult, code: 9, codespace: 'kv', log: 'failed' }
			const [key = '', value = key] = text.startsWith('once:') ? [text.slice(5), text.slice(5)] : text.split('=', 2)
			pending.set(key, value)
			const attribute = (name: string, of: string, index: boolean) => ({ key: name, value: of, index })
			const attributes = [
				attribute('creator', 'somebody', true),
				attribute('key', key, true),
				attribute('number', String(key.length), true),
				attribute('path', `/a/${key}`, true),
				attribute('noindex', 'hidden', false),
			]
			return { ...checked, data: utf8(value), gasUsed: 1n, events: [{ type: 'app', attributes }] }
		},
		endBlock: () => ({ events: [], validatorUpdates: [] }),
		commit: async (batch) => {
			const before = [...pending.keys()].map((key) => [key, textOf(db.get(dataKey(key)))] as const)
			batch?.put(undoKey(pendingHeight), utf8(JSON.stringify({ before, height, size })))
			for (const [key, value] of pending) batch?.put(dataKey(key), utf8(value))
			size += pending.size
			pending = new Map()
			height = pendingHeight
			batch?.put(utf8('state'), utf8(JSON.stringify({ height, size })))
			return { appHash: hashOf(size), retainHeight: 0 }
		},
		query: async ({ data, path }) => {
			const value = path === '/size' ? utf8(String(size)) : db.get(dataKey(fromUtf8(data)))
			const found = value !== undefined
			return {
				code: 0,
				codespace: '',
				log: found ? 'exists' : 'does not exist',
				info: '',
				index: 0,
				key: data,
				value,
				proofOps: undefined,
				height: BigInt(height),
			}
		},
		simulate: async (tx) => check(fromUtf8(tx)),
	}
}

function read(db: KvDatabase): { height: number; size: number } {
	const bytes = db.get(utf8('state'))
	return bytes === undefined
		? { height: 0, size: 0 }
		: (JSON.parse(fromUtf8(bytes)) as { height: number; size: number })
}

/** Takes a key-value application back to the state after a block, as EngineOptions.rewindApplication wants it. */
export function rewindKv(db: KvDatabase): (header: { readonly height: number }, batch: WriteBatch) => void {
	return (header, batch) => {
		let state = read(db)
		for (let height = state.height; height > header.height; height--) {
			const { before, ...older } = JSON.parse(textOf(db.get(undoKey(height))) ?? '') as {
				before: [string, string | undefined][]
				height: number
				size: number
			}
			for (const [key, value] of before) {
				if (typeof value === 'string') batch.put(dataKey(key), utf8(value))
				else batch.delete(dataKey(key))
			}
			state = older
		}
		batch.put(utf8('state'), utf8(JSON.stringify(state)))
	}
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
	return bytes && fromUtf8(bytes)
}

function undoKey(height: number): Uint8Array {
	return utf8(`u${height}`)
}

function dataKey(key: string): Uint8Array {
	return concatBytes(utf8('d'), utf8(key))
}

function hashOf(size: number): Uint8Array {
	const hash = new Uint8Array(8)
	new DataView(hash.buffer).setBigUint64(0, BigInt(size))
	return hash
}
