import type { create } from 'qrcode'

let createCode: typeof create | undefined

/** Loads the encoder, which the first frame does not wait for. Until then `qrRows` gives no lines. */
export async function loadQr(): Promise<void> {
	createCode ??= (await import('qrcode')).default.create
}

/**
 * A QR code in half blocks, two modules per cell, with its quiet zone. Dark on light whatever the terminal's colours,
 * since many scanners cannot read it the other way round; without colours the light modules are drawn.
 * @param mostRows A code higher than this is drawn with less redundancy, which makes it smaller.
 */
export function qrRows(text: string, colored: boolean, mostRows = Number.POSITIVE_INFINITY): readonly string[] {
	const usual = draw(text, colored, 'M')
	return usual.length <= mostRows ? usual : draw(text, colored, 'L')
}

function draw(text: string, colored: boolean, errorCorrectionLevel: 'L' | 'M'): readonly string[] {
	if (createCode === undefined) return []
	const { modules } = createCode(text, { errorCorrectionLevel })
	const quiet = 2
	const dark = (x: number, y: number): boolean => x >= 0 && x < modules.size && modules.get(y, x) === 1
	const lines: string[] = []
	for (let y = -quiet; y < modules.size + quiet; y += 2) {
		let line = ''
		for (let x = -quiet; x < modules.size + quiet; x++) {
			const top = colored === dark(x, y)
			const bottom = colored === dark(x, y + 1)
			line += top ? (bottom ? '█' : '▀') : bottom ? '▄' : ' '
		}
		lines.push(colored ? `\x1b[30m\x1b[107m${line}\x1b[49m\x1b[39m` : line)
	}
	return lines
}
