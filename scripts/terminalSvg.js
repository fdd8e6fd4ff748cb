// A terminal's screen as a picture: one rectangle per run of a background, one text per run of a style.

const cell = { width: 8.4, height: 18, size: 14 }
const colors = { background: '#11151c', text: '#d8dee9' }
const ansi = [
	...['#1d2430', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
	...['#5c6370', '#ff7b86', '#b5e890', '#ffd68a', '#7fc4ff', '#dd94f0', '#7fd8e2', '#ffffff'],
]
const fonts = 'ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace'

/** The SVG text of an emulator's screen. Each run says how wide it is, so that no font moves a column. */
export function terminalSvg(emulator, title) {
	const width = (emulator.cols + 2) * cell.width
	const height = emulator.rows * cell.height + cell.height
	const backs = []
	const texts = []
	for (let row = 0; row < emulator.rows; row++) {
		for (const run of runs(emulator, row)) {
			const x = round((run.from + 1) * cell.width)
			const w = round(run.cells * cell.width)
			const y = round(row * cell.height + cell.height / 2)
			if (run.back !== colors.background)
				backs.push(`<path fill="${run.back}" d="M${x} ${y}h${w}v${cell.height}h-${w}z"/>`)
			for (const part of words(run)) {
				const at = round((part.from + 1) * cell.width)
				const style = `${run.fore === colors.text ? '' : ` fill="${run.fore}"`}${run.bold ? ' font-weight="700"' : ''}${run.underline ? ' text-decoration="underline"' : ''}`
				const length = part.cells === 1 ? '' : ` textLength="${round(part.cells * cell.width)}"`
				texts.push(`<text x="${at}" y="${y + 13.5}"${length}${style}>${escaped(part.text)}</text>`)
			}
		}
	}
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${height}" role="img" aria-label="${escaped(title)}">`,
		`<rect width="100%" height="100%" rx="8" fill="${colors.background}"/>`,
		...backs,
		`<g font-family="${fonts}" font-size="${cell.size}" fill="${colors.text}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">`,
		...texts,
		'</g>',
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

/** What of a run is drawn: stretches without wide gaps; each wide character stands alone. */
function words(run) {
	const parts = []
	let spaces = 2
	for (const piece of run.pieces) {
		// Fonts of wide characters and emoji have widths of their own.
		const wide = piece.cells > 1 || piece.text.codePointAt(0) > 0x2e80
		if (piece.text === ' ') {
			spaces++
			continue
		}
		const last = parts.at(-1)
		if (last !== undefined && spaces < 2 && !wide && !last.wide) {
			last.text += ' '.repeat(spaces) + piece.text
			last.cells += spaces + 1
		} else parts.push({ text: piece.text, from: piece.from, cells: piece.cells, wide })
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
