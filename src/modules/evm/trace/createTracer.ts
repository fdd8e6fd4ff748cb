import type { Json } from '../../../app/AppModule.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { toHex } from '../../../util/bytes.ts'
import { byKey } from '../../../util/order.ts'
import { callTree, todaysCallTree } from './callTree.ts'
import { erc7562Tracer } from './erc7562Tracer.ts'
import { flatCalls } from './flatCalls.ts'
import { prestateTracer } from './prestateTracer.ts'
import { structLogger } from './structLogger.ts'
import { hexOf, TraceRecorder } from './TraceRecorder.ts'
import type { TracedCall, TraceOptions, Tracer } from './Tracer.ts'

/** The tracer of a name; programs in JavaScript are not run. Throws the plain error `tracer not found`. */
export function createTracer(options: TraceOptions, call: TracedCall): Tracer {
	switch (options.tracer) {
		case '':
			return structLogger(options)
		case 'callTracer':
			return options.words === 'hex' ? todaysCallTracer(options, call) : callTracer()
		case 'prestateTracer':
			return prestateTracer(call)
		case '4byteTracer':
		case '4byteTracerLegacy':
			return fourByteTracer(options)
		case 'erc7562Tracer':
			return erc7562Tracer(options, call)
		case 'flatCallTracer':
			return flatCallTracer(options, call)
		case 'muxTracer':
			return muxTracer(options, call)
		case 'noopTracer':
			return { observe: () => () => undefined, result: () => ({}) }
		default:
			throw plainError('tracer not found')
	}
}

function callTracer(): Tracer {
	const recorder = new TraceRecorder({})
	return {
		observe: (evm) => recorder.observe(evm),
		result: () => (recorder.root === undefined ? {} : callTree(recorder.root)),
	}
}

function todaysCallTracer({ onlyTopCall = false, withLog = false }: TraceOptions, { message }: TracedCall): Tracer {
	const recorder = new TraceRecorder({ logs: withLog, refused: true })
	return {
		observe: (evm) => recorder.observe(evm),
		result({ gasUsed }) {
			const { root } = recorder
			if (root === undefined) return {}
			return todaysCallTree(onlyTopCall ? { ...root, calls: [] } : root, { gas: message.gas, gasUsed })
		},
	}
}

function flatCallTracer(options: TraceOptions, { message }: TracedCall): Tracer {
	const recorder = new TraceRecorder({ refused: true })
	let precompiled: ReadonlyMap<string, unknown> = new Map()
	return {
		observe(evm) {
			precompiled = evm.precompiles
			return recorder.observe(evm)
		},
		result({ gasUsed }) {
			const { root } = recorder
			if (root === undefined) return []
			return flatCalls(root, {
				cost: { gas: message.gas, gasUsed },
				place: options.place,
				parityErrors: options.parityErrors === true,
				leftOut: options.withPrecompiles === true ? undefined : precompiled,
			})
		},
	}
}

/** Several tracers of one run. */
function muxTracer({ tracers = [], place }: TraceOptions, call: TracedCall): Tracer {
	const parts = tracers.map(([name, options]) => [name, createTracer({ ...options, place }, call)] as const)
	return {
		observe(evm) {
			const ends = parts.map(([, tracer]) => tracer.observe(evm))
			return () => {
				for (const end of ends.reverse()) end()
			}
		},
		async result(applied, pause) {
			const results: [string, Json][] = []
			for (const [name, tracer] of parts) results.push([name, await tracer.result(applied, pause)])
			return Object.fromEntries(results)
		},
	}
}

/** Counts calls by function selector and size of arguments, without precompiled contracts. */
function fourByteTracer({ words }: TraceOptions): Tracer {
	const counts = new Map<string, number>()
	let precompiled: ReadonlySet<string> = new Set()
	const recorder = new TraceRecorder({
		refused: words === 'hex',
		onFrame(frame) {
			if (frame.input.length < 4) return
			if (frame !== recorder.root && (frame.type.startsWith('CREATE') || precompiled.has(toHex(frame.to!)))) return
			const key = `${hexOf(frame.input.subarray(0, 4))}-${frame.input.length - 4}`
			counts.set(key, (counts.get(key) ?? 0) + 1)
		},
	})
	return {
		observe(evm) {
			precompiled = new Set(evm.precompiles.keys())
			return recorder.observe(evm)
		},
		result: () => Object.fromEntries([...counts].sort(byKey)),
	}
}
