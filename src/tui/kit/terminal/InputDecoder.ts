import type { InputEvent } from './Key.ts'

/**
 * Turns terminal input (decoded as UTF-8) into events: one per key, even if several arrive together. Mouse, paste,
 * focus and colour replies become events of their own, so that they are never taken for typing. An incomplete sequence
 * waits for the next chunk. A lone ESC becomes the Escape key when the owner's timer calls `settle`.
 */
export class InputDecoder {
	readonly #emit: (event: InputEvent) => void
	#rest = ''
	#paste: string | undefined

	constructor(emit: (event: InputEvent) => void) {
		this.#emit = emit
	}

	/** Whether an incomplete sequence waits: call `settle` if nothing arrives within some 25 ms. */
	get waiting(): boolean {
		return this.#rest !== '' && this.#paste === undefined
	}

	/** Processes a chunk of input. */
	push(chunk: string): void {
		let input = this.#rest + chunk
		this.#rest = ''
		while (input !== '') {
			const used = this.#paste === undefined ? this.#next(input) : this.#pasted(input)
			if (used === 0) {
				this.#rest = input
				return
			}
			input = input.slice(used)
		}
	}

	/** Ends the wait: a lone ESC becomes the Escape key, any other incomplete sequence is dropped. */
	settle(): void {
		const rest = this.#rest
		this.#rest = ''
		if (rest === '\x1b') this.#key('esc')
		else if (rest === '\x1b[' || rest === '\x1bO' || rest === '\x1b]') this.#key(`alt+${rest[1]}`)
	}

	#key(id: string, text?: string): void {
		this.#emit({ type: 'key', key: text === undefined ? { id } : { id, text } })
	}

	/** Inside a bracketed paste: everything is text until its end mark. */
	#pasted(input: string): number {
		const end = input.indexOf('\x1b[201~')
		if (end >= 0) {
			const text = (this.#paste ?? '') + input.slice(0, end)
			this.#paste = undefined
			this.#emit({ type: 'paste', text: text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') })
			return end + 6
		}
		// The end mark may itself be cut by the end of the chunk.
		const tail = input.lastIndexOf('\x1b')
		const keep = tail >= 0 && '\x1b[201~'.startsWith(input.slice(tail)) ? tail : input.length
		this.#paste = ((this.#paste ?? '') + input.slice(0, keep)).slice(0, pasteLimit)
		return keep
	}

	/** Handles the first event of the input and returns its length; 0 if it is incomplete. */
	#next(input: string): number {
		if (input.charCodeAt(0) !== 0x1b) return this.#character(input, '')
		if (input.length === 1) return 0
		if (input[1] === '[') return this.#csi(input)
		if (input[1] === 'O') {
			if (input.length === 2) return 0
			const name = ss3[input[2]!]
			if (name !== undefined) this.#key(name)
			return 3
		}
		if (input[1] === ']') return this.#osc(input)
		if (input[1] === '\x1b') {
			this.#key('esc')
			return 1
		}
		return 1 + this.#character(input.slice(1), 'alt+')
	}

	#character(input: string, prefix: string): number {
		const char = String.fromCodePoint(input.codePointAt(0)!)
		const code = char.codePointAt(0)!
		const named = controls[code]
		if (named !== undefined) this.#key(withPrefix(prefix, named), named === 'space' && prefix === '' ? ' ' : undefined)
		else if (code < 0x20) this.#key(`ctrl+${prefix}${String.fromCharCode(code + 0x60)}`)
		else if (code < 0x80 || code > 0x9f) this.#key(prefix + char, prefix === '' ? char : undefined)
		return char.length
	}

	#csi(input: string): number {
		const match = csiPattern.exec(input)
		if (match === null) {
			if (csiPrefix.test(input)) return 0
			// Not a control sequence after all: swallow the introducer, keep what follows.
			return 2
		}
		const [whole, mark, parameters, final] = match as unknown as [string, string, string, string]
		if (mark === '<') this.#mouse(parameters, final)
		else if (final === '~' && parameters === '200') this.#paste = ''
		else if (mark === '' && final === 'I' && parameters === '') this.#emit({ type: 'focus', focused: true })
		else if (mark === '' && final === 'O' && parameters === '') this.#emit({ type: 'focus', focused: false })
		else if (mark === '') this.#named(parameters, final)
		return whole.length
	}

	#named(parameters: string, final: string): void {
		const [first = '', second = ''] = parameters.split(';')
		if (final === 'u') {
			this.#kitty(Number(first), modifiers(second))
			return
		}
		const name = final === '~' ? tilde[first] : final === 'Z' ? 'shift+tab' : letters[final]
		if (name !== undefined) this.#key(modifiers(second) + name)
	}

	/** `CSI code;modifiers u`, which terminals with extended keyboards send for shift-enter and the like. */
	#kitty(code: number, prefix: string): void {
		const name = controls[code] ?? (code === 27 ? 'esc' : undefined)
		if (name !== undefined) this.#key(prefix + name)
		else if (code >= 0x20 && code <= 0x10ffff) this.#key(prefix + String.fromCodePoint(code))
	}

	#mouse(parameters: string, final: string): void {
		const [button = 0, x = 1, y = 1] = parameters.split(';').map(Number)
		const kind =
			(button & 64) !== 0
				? (button & 1) === 0
					? 'wheel-up'
					: 'wheel-down'
				: (button & 32) !== 0
					? undefined
					: final === 'M'
						? 'press'
						: 'release'
		if (kind !== undefined) this.#emit({ type: 'mouse', mouse: { kind, x: x - 1, y: y - 1 } })
	}

	#osc(input: string): number {
		const end = /\x07|\x1b\\/.exec(input)
		if (end === null) {
			if (input.length > 256) return 2
			return input.length === 2 || /^\x1b\]\d/.test(input) ? 0 : 2
		}
		const colour = /^\x1b\]11;rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(input)
		if (colour !== null) {
			const [red, green, blue] = [1, 2, 3].map((i) => channel(colour[i]!)) as [number, number, number]
			this.#emit({ type: 'background', red, green, blue })
		}
		return end.index + end[0].length
	}
}

function channel(hex: string): number {
	return Number.parseInt(hex, 16) / (16 ** hex.length - 1)
}

/** xterm's modifier parameter is 1 + bits (1 shift, 2 alt, 4 control). */
function modifiers(parameter: string): string {
	const bits = Math.max(0, Number.parseInt(parameter, 10) - 1)
	return `${(bits & 4) !== 0 ? 'ctrl+' : ''}${(bits & 2) !== 0 ? 'alt+' : ''}${(bits & 1) !== 0 ? 'shift+' : ''}`
}

function withPrefix(prefix: string, name: string): string {
	return name.startsWith('ctrl+') ? `ctrl+${prefix}${name.slice(5)}` : prefix + name
}

const pasteLimit = 4_194_304
const csiPattern = /^\x1b\[([<?>=]?)([\d;:]*)[ -/]*([@-~])/
const csiPrefix = /^\x1b\[[<?>=]?[\d;:]*[ -/]*$/
// 0x0a is what Ctrl-J sends; the Enter key sends 0x0d.
const controls: Readonly<Record<number, string>> = {
	0: 'ctrl+space',
	8: 'backspace',
	9: 'tab',
	10: 'ctrl+j',
	13: 'enter',
	28: 'ctrl+\\',
	29: 'ctrl+]',
	30: 'ctrl+^',
	31: 'ctrl+_',
	32: 'space',
	127: 'backspace',
}
const letters: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	F: 'end',
	H: 'home',
	P: 'f1',
	Q: 'f2',
	R: 'f3',
	S: 'f4',
}
const ss3: Readonly<Record<string, string>> = { ...letters, M: 'enter' }
const tilde: Readonly<Record<string, string>> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'pageup',
	6: 'pagedown',
	7: 'home',
	8: 'end',
	11: 'f1',
	12: 'f2',
	13: 'f3',
	14: 'f4',
	15: 'f5',
	17: 'f6',
	18: 'f7',
	19: 'f8',
	20: 'f9',
	21: 'f10',
	23: 'f11',
	24: 'f12',
}
