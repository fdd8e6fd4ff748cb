import { formatTime, parseTime, timeToMs } from '../../../chain/blockTime.ts'
import type { BlockMode, EngineControl } from '../../../engine/EngineControl.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { AdminSchema, ProductionReply } from '../../../wire/AdminSchema.ts'
import type { AdminMethods, ServedMethods } from '../AdminMethods.ts'

/**
 * The admin namespace, powers over a developer's node (wire/AdminSchema.ts). Parameters are members of a JSON object; numbers
 * may be numbers or texts. Methods whose part of the node is not given are left out.
 */
export function adminMethods({
	control,
	faucet,
	hasFaucet,
	configuration,
	exportGenesis,
	actAs,
}: AdminMethods): Partial<ServedMethods<AdminSchema>> {
	return {
		admin_status: async () => ({ ...statusOf(control), ...configuration?.() }),
		admin_setBlockMode: async ({ mode, intervalMs }) => {
			if (mode !== 'interval' && mode !== 'instant' && mode !== 'manual') {
				throw new UserError(`There is no block mode ${String(mode)}.`, { next: 'Give interval, instant or manual.' })
			}
			control.setBlockMode(
				mode satisfies BlockMode,
				intervalMs === undefined ? undefined : wholeNumber(intervalMs, 'intervalMs'),
			)
			return statusOf(control)
		},
		admin_mine: async ({ blocks }) => {
			const count = blocks === undefined ? 1 : wholeNumber(blocks, 'blocks')
			if (count < 1 || count > 10_000) throw new UserError('Between 1 and 10000 blocks can be made at once.')
			return { height: await control.mine(count) }
		},
		admin_pause: async () => {
			control.pause()
			return statusOf(control)
		},
		admin_resume: async () => {
			control.resume()
			return statusOf(control)
		},
		admin_setTime: async ({ time, freeze }) => {
			const instant = parseTime(String(time))
			if (instant === undefined) {
				throw new UserError(`${String(time)} is no time.`, { next: 'Give one as 2026-01-31T12:00:00Z.' })
			}
			if (instant.nanos % 1_000_000 !== 0) {
				throw new UserError(`${String(time)} is finer than the clock of the chain.`, {
					next: 'Give three decimals at most.',
				})
			}
			await control.setTime(timeToMs(instant), { freeze: freeze === true })
			return statusOf(control)
		},
		admin_advanceTime: async ({ seconds }) => {
			const isText = typeof seconds === 'string' && /^\d+(\.\d{1,3})?$/.test(seconds)
			const amount = isText ? Number(seconds) : seconds
			if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) {
				throw new UserError('Time can only be moved forward.', { next: 'Give a number of seconds.' })
			}
			await control.advanceTime(Math.round(amount * 1000))
			return statusOf(control)
		},
		admin_resetTime: async () => {
			await control.resetTime()
			return statusOf(control)
		},
		admin_snapshot: async ({ name }) => ({
			id: await control.snapshot(name === undefined || name === null ? undefined : String(name)),
		}),
		admin_snapshots: async () => ({
			snapshots: control.snapshots.map(({ name, height, time, clock }) => ({
				name,
				height,
				time,
				offsetMs: clock.offsetMs,
				frozen: clock.frozenAt !== undefined,
			})),
		}),
		admin_deleteSnapshot: async ({ id }) => {
			await control.deleteSnapshot(String(id))
			return { id: String(id) }
		},
		admin_rewind: async ({ height }) => ({ height: await control.rewind(wholeNumber(height, 'height')) }),
		admin_revert: async ({ id }) => ({ height: await control.revert(String(id)) }),
		admin_reset: async ({ genesis }) => ({
			height: await control.reset(genesis === undefined ? undefined : String(genesis)),
		}),
		...(faucet && {
			admin_faucet: async ({ address, amount }) => ({ hash: await faucet(String(address), coin(amount)) }),
		}),
		...(hasFaucet && { admin_hasFaucet: async () => ({ exists: await hasFaucet() }) }),
		...(actAs && {
			admin_actAs: async ({ add, remove }) => {
				actAs.change(listOf(add, 'add'), listOf(remove, 'remove'))
				return { addresses: actAs.addresses }
			},
		}),
		...(exportGenesis && {
			admin_exportGenesis: async ({ height }) => ({
				genesis: await exportGenesis(height === undefined ? undefined : wholeNumber(height, 'height')),
			}),
		}),
	}
}

function statusOf(control: EngineControl): ProductionReply {
	const { running, paused, mode, intervalMs, clock } = control.production
	const { offsetMs, frozenAt } = clock
	return {
		running,
		paused,
		mode,
		intervalMs,
		time: formatTime(control.now()),
		offsetMs,
		frozen: frozenAt !== undefined,
	}
}

function listOf(value: unknown, name: string): readonly unknown[] {
	if (value === undefined || value === null) return []
	if (Array.isArray(value)) return value
	throw new UserError(`${name} must be a list of addresses.`)
}

/** A whole number, also as text, as it comes in a URL. @throws {UserError} for anything else. */
export function wholeNumber(value: unknown, name: string): number {
	const number = typeof value === 'string' && value !== '' ? Number(value) : value
	if (typeof number === 'number' && Number.isSafeInteger(number)) return number
	throw new UserError(`${name} must be a whole number.`)
}

function coin(value: unknown): { readonly denom: string; readonly amount: string } | undefined {
	if (value === undefined || value === null) return undefined
	const { denom, amount } = value as { denom?: unknown; amount?: unknown }
	if (typeof denom === 'string' && typeof amount === 'string') return { denom, amount }
	throw new UserError('amount must be an object with the texts denom and amount.')
}
