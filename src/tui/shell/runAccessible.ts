import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { dispatch } from '../app/dispatch.ts'
import { notCleared } from '../app/format/copiedWords.ts'
import { LogRing } from '../app/LogRing.ts'
import { PlaceInUse } from '../app/node/PlaceInUse.ts'
import { filePreferences } from '../app/Preferences.ts'
import { formatKey } from '../kit/keymap/formatKey.ts'
import { CopiedSecrets } from '../kit/terminal/CopiedSecrets.ts'
import { type CopyPlaces, copySecret, copyText, systemClipboard } from '../kit/terminal/clipboard.ts'
import { InputDecoder } from '../kit/terminal/InputDecoder.ts'
import type { InputEvent } from '../kit/terminal/Key.ts'
import { wrapCells } from '../kit/text/cells.ts'
import { safeText } from '../kit/text/safeText.ts'
import { offerWelcome } from '../screens/welcome/offerWelcome.ts'
import { createTuiApp } from './createTuiApp.ts'
import { mountPlain } from './mountPlain.tsx'
import { plainKeys, plainPlace } from './plainWords.ts'
import type { TerminalOptions } from './TuiOptions.ts'

/** Delay after a key before its effect is read out, in milliseconds. */
const settleMs = 80
/** Delay after a change of location before late content is read out, in milliseconds. */
const loadMs = 400

/**
 * The app in plain lines: each location is read out once from top to bottom, the effect of each key as the changed
 * lines, each message as it comes. Nothing is redrawn, and blocks do not interrupt.
 */
export async function runAccessible(options: TerminalOptions): Promise<number> {
	const { input, output, env, home } = options
	const preferences = filePreferences(home)
	if (options.named === true) preferences.assume('node', '')
	let finish: (code: number) => void = () => {}
	const finished = new Promise<number>((resolve) => {
		finish = resolve
	})
	const say = (text: string): void => {
		const lines = text.split('\n').flatMap((line) => wrapCells(line, output.columns || 80))
		output.write(`${lines.join('\r\n')}\r\n`)
	}
	const system = systemClipboard(env)
	const secrets = new CopiedSecrets({ system, failed: () => app.tell(notCleared) })
	const directory = join(home, 'exports')
	const places: CopyPlaces = { send: (sequence) => output.write(sequence), directory, system, secrets }
	const app = createTuiApp({
		host: {
			copy: (text) => copyText(text, places),
			copySecret: (text) => copySecret(text, places),
			suspend: () => process.kill(0, 'SIGTSTP'),
			redraw: () => readOut(),
			setMouse: () => {},
			quit: () => finish(0),
		},
		preferences,
		log: new LogRing(),
		columns: 96,
		rows: 40,
		colorLevel: 0,
		background: 'dark',
		clock: () => Date.now(),
		directory,
	})
	const plain = mountPlain(app)
	const feed = new PlaceInUse(app, options.connect, () => offerWelcome(app), options.named !== true)

	let timer: NodeJS.Timeout | undefined
	let place = ''
	let told: ReadonlySet<string> = new Set()
	let toast = app.state.toast
	let offer = app.state.offer
	let phase = app.state.phase
	function readOut(): void {
		const lines = plain.lines()
		place = plainPlace(app)
		told = new Set(lines)
		say(`\n${place}.`)
		for (const line of lines) say(line)
		say(plainKeys(app))
		// Content that was still loading is read out when it arrives.
		clearTimeout(timer)
		timer = setTimeout(tellChanges, loadMs)
	}
	function tellChanges(): void {
		if (plainPlace(app) !== place) {
			readOut()
			return
		}
		const lines = plain.lines()
		for (const line of lines) if (!told.has(line)) say(line)
		told = new Set(lines)
	}
	const unsubscribe = app.store.subscribe((state) => {
		if (state.toast !== toast) {
			toast = state.toast
			if (toast !== undefined) say(toast.text)
		}
		if (state.offer !== offer) {
			offer = state.offer
			if (offer !== undefined) {
				const seconds = Math.ceil((offer.until - app.clock()) / 1_000)
				say(`For ${seconds} seconds, ${formatKey(offer.key)} is ${offer.title}.`)
			}
		}
		if (state.phase !== phase || plainPlace(app) !== place) {
			phase = state.phase
			clearTimeout(timer)
			timer = setTimeout(readOut, settleMs)
		}
	})

	/** Typed text is on the line, so the following output starts a new one. */
	let echoed = false
	const onEvent = (event: InputEvent): void => {
		const typed = app.topOverlay !== undefined && event.type === 'key' ? event.key.text : undefined
		const secret = app.topOverlay?.hidesTyping?.() === true
		dispatch(app, event)
		if (typed !== undefined) {
			echoed = true
			output.write(secret ? '•' : safeText(typed))
			return
		}
		if (echoed) say('')
		echoed = false
		clearTimeout(timer)
		timer = setTimeout(tellChanges, settleMs)
	}
	const decoder = new InputDecoder(onEvent)
	const utf8 = new StringDecoder('utf8')
	let escapeTimer: NodeJS.Timeout | undefined
	const read = (chunk: Buffer): void => {
		clearTimeout(escapeTimer)
		decoder.push(utf8.write(chunk))
		if (decoder.waiting) escapeTimer = setTimeout(() => decoder.settle(), 40)
	}
	const restore = (): void => {
		try {
			input.setRawMode?.(false)
		} catch {
			// The terminal is gone.
		}
	}
	const stop = (): void => finish(143)
	process.on('exit', restore)
	process.on('SIGTERM', stop)
	process.on('SIGHUP', stop)
	input.setRawMode?.(true)
	input.on('data', read)
	input.resume()
	say('chain-tui, plain mode. The question mark lists every key, q quits.')
	await feed.start()
	const code = await finished
	clearTimeout(timer)
	unsubscribe()
	plain.unmount()
	input.off('data', read)
	input.pause()
	restore()
	process.off('exit', restore)
	process.off('SIGTERM', stop)
	process.off('SIGHUP', stop)
	await secrets.end()
	await app.preferences.flush()
	await feed.stop()
	return code
}
