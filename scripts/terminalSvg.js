// A terminal's screen as a picture: a window with a title, backgrounds as rectangles, borders and charts as paths, so that
// they join whatever the font, and words as texts that say how wide they are.
import { glyphPath } from './glyphPath.js'

const cell = { width: 8.4, height: 18, size: 14 }
const bar = 30
const margin = 12
const colors = { background: '#11151c', text: '#d8dee9', bar: '#1b212b', edge: '#2b3340', title: '#8b95a5' }
const ansi = [
	...['#1d2430', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
	...['#5c6370', '#ff7b86', '#b5e890', '#ffd68a', '#7fc4ff', '#dd94f0', '#7fd8e2', '#ffffff'],
]
const fonts = 'ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace'

/** The SVG text of an emulator's screen. */
export function terminalSvg(emulator, title) {
	const width = round(emulator.cols * cell.width + 2 * margin)
	const height = round(emulator.rows * cell.height + bar + 1.5 * margin)
	const backs = []
	const texts = []
	const strokes = new Map()
	const fills = new Map()
	const add = (paths, color, path) => paths.set(color, (paths.get(color) ?? '') + path)
	for (let row = 0; row < emulator.rows; row++) {
		const y = round(row * cell.height + bar + margin / 2)
		for (const run of runs(emulator, row)) {
			const x = round(margin + run.from * cell.width)
			const w = round(run.cells * cell.width)
			if (run.back !== colors.background)
				backs.push(`<path fill="${run.back}" d="M${x} ${y}h${w}v${cell.height}h-${w}z"/>`)
			for (const piece of run.pieces) {
				const path = glyphPath(piece.text, round(margin + piece.from * cell.width), y, cell.width, cell.height)
				if (path === undefined) continue
				add(path.filled ? fills : strokes, run.fore, path.d)
				piece.text = ' '
			}
			for (const part of words(run)) {
				const at = round(margin + part.from * cell.width)
				const style = `${run.fore === colors.text ? '' : ` fill="${run.fore}"`}${run.bold ? ' font-weight="700"' : ''}${run.underline ? ' text-decoration="underline"' : ''}`
				const length = ` textLength="${round(part.cells * cell.width)}" lengthAdjust="spacingAndGlyphs"`
				texts.push(
					`<text x="${at}" y="${y + 13.5}"${part.text.length === 1 ? '' : length}${style}>${escaped(part.text)}</text>`,
				)
			}
		}
	}
	const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
		(color, index) => `<circle cx="${20 + index * 20}" cy="${bar / 2}" r="6" fill="${color}"/>`,
	)
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
		`<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="${colors.background}" stroke="${colors.edge}"/>`,
		`<path fill="${colors.bar}" d="M1 ${bar}v-20a9 9 0 0 1 9 -9h${width - 20}a9 9 0 0 1 9 9v20z"/>`,
		...dots,
		`<text x="${width / 2}" y="${bar / 2 + 4.5}" text-anchor="middle" font-family="${fonts}" font-size="13" fill="${colors.title}">${escaped(title)}</text>`,
		...backs,
		...[...strokes].map(([color, d]) => `<path fill="none" stroke="${color}" stroke-width="1.2" d="${d}"/>`),
		...[...fills].map(([color, d]) => `<path fill="${color}" d="${d}"/>`),
		`<g font-family="${fonts}" font-size="${cell.size}" fill="${colors.text}" xml:space="preserve">`,
		...texts,
		'</g>',
		'</svg>\n',
	].join('\n')
}

/** Frames of one size as one picture that shows each for its seconds, again and again. */
export function movingSvg(frames, title) {
	const all = frames.reduce((sum, { seconds }) => sum + seconds, 0)
	const [, viewBox] = /viewBox="([^"]+)"/.exec(frames[0].svg)
	let at = 0
	const rules = frames.map(({ seconds }, index) => {
		const [from, to] = [at, at + seconds].map((time) => round((100 * time) / all))
		at += seconds
		const steps = `0%{visibility:hidden}${from}%{visibility:visible}${to}%{visibility:${index === frames.length - 1 ? 'visible' : 'hidden'}}`
		return `@keyframes f${index}{${steps}}#f${index}{visibility:hidden;animation:f${index} ${round(all)}s step-end infinite}`
	})
	// Where nothing moves, the end of the session stands.
	const still = `@media(prefers-reduced-motion:reduce){g{animation:none!important}#f${frames.length - 1}{visibility:visible}}`
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" role="img" aria-label="${escaped(title)}">`,
		`<style>${rules.join('')}${still}</style>`,
		...frames.map(
			({ svg }, index) => `<g id="f${index}">${svg.replace(/ role="img" aria-label="[^"]*"/, '').trim()}</g>`,
		),
		'</svg>\n',
	].join('\n')
}

/** Neighbouring cells of one style. */
function runs(emulator, row) {
	const line = emulator.buffer.active.getLine(emulator.buffer.active.viewportY + row)
	const found = []
	for (let column = 0; column < emulator.cols; column++) {
		const at = line.getCell(column)
		if (at === undefined || at.getWidth() === 0) continue
		const [fore, back] = at.isInverse() ? [backOf(at), foreOf(at)] : [foreOf(at), backOf(at)]
		const style = { fore, back, bold: at.isBold() !== 0, underline: at.isUnderline() !== 0 }
		const last = found.at(-1)
		const piece = { text: at.getChars() || ' ', from: column, cells: at.getWidth() }
		if (last !== undefined && Object.keys(style).every((name) => last[name] === style[name])) {
			last.pieces.push(piece)
			last.cells += piece.cells
		} else found.push({ ...style, from: column, cells: piece.cells, pieces: [piece] })
	}
	return found
}

/** What of a run is drawn as text: stretches without wide gaps; each character that fonts disagree on stands alone. */
function words(run) {
	const parts = []
	let spaces = 2
	for (const piece of run.pieces) {
		const alone = piece.cells > 1 || piece.text.codePointAt(0) > 0x2000
		if (piece.text === ' ') {
			spaces++
			continue
		}
		const last = parts.at(-1)
		if (last !== undefined && spaces < 2 && !alone && !last.alone) {
			last.text += ' '.repeat(spaces) + piece.text
			last.cells += spaces + 1
		} else parts.push({ text: piece.text, from: piece.from, cells: piece.cells, alone })
		spaces = 0
	}
	return parts
}

function foreOf(at) {
	return at.isFgDefault() ? colors.text : color(at.getFgColor(), at.isFgRGB())
}

function backOf(at) {
	return at.isBgDefault() ? colors.background : color(at.getBgColor(), at.isBgRGB())
}

function color(value, rgb) {
	if (rgb) return `#${value.toString(16).padStart(6, '0')}`
	if (value < 16) return ansi[value]
	if (value >= 232) return `#${(8 + (value - 232) * 10).toString(16).padStart(2, '0').repeat(3)}`
	const steps = [Math.floor((value - 16) / 36), Math.floor((value - 16) / 6) % 6, (value - 16) % 6]
	return `#${steps.map((step) => [0, 95, 135, 175, 215, 255][step].toString(16).padStart(2, '0')).join('')}`
}

function round(value) {
	return Math.round(value * 10) / 10
}

function escaped(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
