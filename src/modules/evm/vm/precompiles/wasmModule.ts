/** Instructions of WebAssembly as bytes. */
export type Code = readonly number[]

/** A function of a module. Its parameters are 32-bit numbers; it returns nothing. */
export interface WasmFunction {
	/** Name it is exported under. */
	readonly name: string
	readonly params: number
	/** 32-bit locals, numbered after the parameters. */
	readonly locals32: number
	/** 64-bit locals, numbered after those. */
	readonly locals64: number
	readonly body: Code
}

const i32 = 0x7f
const i64 = 0x7e

/** The few instructions that the arithmetic of precompiled contracts takes (WebAssembly core specification 2.0, chapter 5). */
export const wasm = {
	get: (local: number): Code => [0x20, ...unsigned(local)],
	set: (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)],
	const32: (value: number): Code => [0x41, ...signed(BigInt(value))],
	const64: (value: bigint): Code => [0x42, ...signed(value)],
	add32: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
	sub32: (a: Code, b: Code): Code => [...a, ...b, 0x6b],
	and32: (a: Code, b: Code): Code => [...a, ...b, 0x71],
	mul32: (a: Code, b: Code): Code => [...a, ...b, 0x6c],
	shr32: (a: Code, b: Code): Code => [...a, ...b, 0x76],
	add64: (a: Code, b: Code): Code => [...a, ...b, 0x7c],
	sub64: (a: Code, b: Code): Code => [...a, ...b, 0x7d],
	mul64: (a: Code, b: Code): Code => [...a, ...b, 0x7e],
	and64: (a: Code, b: Code): Code => [...a, ...b, 0x83],
	xor64: (a: Code, b: Code): Code => [...a, ...b, 0x85],
	shr64: (a: Code, b: Code): Code => [...a, ...b, 0x88],
	rotr64: (a: Code, b: Code): Code => [...a, ...b, 0x8a],
	/** Whether the first 64-bit number is less than the second, both signed. */
	less64: (a: Code, b: Code): Code => [...a, ...b, 0x53],
	/** One of two 64-bit numbers. */
	select: (yes: Code, no: Code, which: Code): Code => [...yes, ...no, ...which, 0x1b],
	isZero32: (a: Code): Code => [...a, 0x45],
	load8: (address: Code): Code => [...address, 0x2d, 0, 0],
	/** Four bytes as a 64-bit number. */
	load32: (address: Code, offset: number): Code => [...address, 0x35, 2, ...unsigned(offset)],
	store32: (address: Code, offset: number, value: Code): Code => [...address, ...value, 0x3e, 2, ...unsigned(offset)],
	load64: (address: Code, offset: number): Code => [...address, 0x29, 3, ...unsigned(offset)],
	store64: (address: Code, offset: number, value: Code): Code => [...address, ...value, 0x37, 3, ...unsigned(offset)],
	call: (at: number, ...args: readonly Code[]): Code => [...args.flat(), 0x10, ...unsigned(at)],
	block: (...body: readonly Code[]): Code => [0x02, 0x40, ...body.flat(), 0x0b],
	loop: (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b],
	/** Leaves so many blocks besides the innermost one; goes on at the begin of a loop. */
	leave: (depth: number): Code => [0x0c, ...unsigned(depth)],
	leaveIf: (depth: number, condition: Code): Code => [...condition, 0x0d, ...unsigned(depth)],
	/** Leaves as many blocks as a number tells. */
	leaveBy: (most: number, value: Code): Code => [
		...value,
		0x0e,
		...unsigned(most),
		...Array.from({ length: most + 1 }, (_, depth) => depth),
	],
} as const

/** What this uses of the engine; the types of Node 20 lack it. */
interface Engine {
	instantiate(
		bytes: Uint8Array,
	): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>
}

const engine = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly

/** A running module: its memory and its functions by name. */
export interface WasmParts {
	readonly memory: { readonly buffer: ArrayBuffer }
	readonly run: Readonly<Record<string, (...args: readonly number[]) => void>>
}

/** Makes a module with a memory of one page of 64 KB and starts it; another thread compiles it. */
export async function startWasm(functions: readonly WasmFunction[]): Promise<WasmParts> {
	const types = functions.map(({ params }) => [0x60, ...vector(Array.from({ length: params }, () => [i32])), 0])
	const exports = functions.map(({ name }, at) => [...vector(ascii(name)), 0, ...unsigned(at)])
	const codes = functions.map(({ locals32, locals64, body }) => {
		const code = [2, ...unsigned(locals32), i32, ...unsigned(locals64), i64, ...body, 0x0b]
		return [...unsigned(code.length), ...code]
	})
	const bytes = Uint8Array.from([
		...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
		...section(1, vector(types)),
		...section(3, vector(functions.map((_, at) => unsigned(at)))),
		...section(5, vector([[0, 1]])),
		...section(7, vector([...exports, [...vector(ascii('memory')), 2, 0]])),
		...section(10, vector(codes)),
	])
	const { instance } = await engine.instantiate(bytes)
	const { memory, ...run } = instance.exports
	return { memory: memory as WasmParts['memory'], run: run as WasmParts['run'] }
}

function section(id: number, content: readonly number[]): number[] {
	return [id, ...unsigned(content.length), ...content]
}

function vector(items: readonly Code[]): number[] {
	return [...unsigned(items.length), ...items.flat()]
}

function ascii(text: string): number[][] {
	return Array.from(text, (character) => [character.charCodeAt(0)])
}

/** LEB128. */
function unsigned(value: number): number[] {
	return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Signed LEB128, of a number that is not negative. */
function signed(value: bigint): number[] {
	return value < 0x40n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...signed(value >> 7n)]
}
