// Box drawing and block characters as paths of a cell: fonts leave gaps between their glyphs.

const radius = 4

/** The path of a character in the cell at x, y, and whether it is filled rather than drawn; undefined for other characters. */
export function glyphPath(char, x, y, width, height) {
	const [middle, centre, right, bottom] = [x + width / 2, y + height / 2, x + width, y + height].map(round)
	const line = lines[char]
	if (line !== undefined) return { filled: false, d: line({ x, y, middle, centre, right, bottom }) }
	const block = blockOf(char)
	if (block === undefined) return undefined
	const [left, top, wide, high] = [
		x + block[0] * width,
		y + block[1] * height,
		block[2] * width,
		block[3] * height,
	].map(round)
	return { filled: true, d: `M${left} ${top}h${wide}v${high}h-${wide}z` }
}

const lines = {
	'─': ({ x, centre, right }) => `M${x} ${centre}H${right}`,
	'│': ({ y, middle, bottom }) => `M${middle} ${y}V${bottom}`,
	'╭': (at) =>
		`M${at.middle} ${at.bottom}V${at.centre + radius}Q${at.middle} ${at.centre} ${at.middle + radius} ${at.centre}H${at.right}`,
	'╮': (at) =>
		`M${at.x} ${at.centre}H${at.middle - radius}Q${at.middle} ${at.centre} ${at.middle} ${at.centre + radius}V${at.bottom}`,
	'╰': (at) =>
		`M${at.middle} ${at.y}V${at.centre - radius}Q${at.middle} ${at.centre} ${at.middle + radius} ${at.centre}H${at.right}`,
	'╯': (at) =>
		`M${at.x} ${at.centre}H${at.middle - radius}Q${at.middle} ${at.centre} ${at.middle} ${at.centre - radius}V${at.y}`,
	'┬': (at) => `M${at.x} ${at.centre}H${at.right}M${at.middle} ${at.centre}V${at.bottom}`,
	'┴': (at) => `M${at.x} ${at.centre}H${at.right}M${at.middle} ${at.y}V${at.centre}`,
	'├': (at) => `M${at.middle} ${at.y}V${at.bottom}M${at.middle} ${at.centre}H${at.right}`,
	'┤': (at) => `M${at.middle} ${at.y}V${at.bottom}M${at.x} ${at.centre}H${at.middle}`,
	'┼': (at) => `M${at.x} ${at.centre}H${at.right}M${at.middle} ${at.y}V${at.bottom}`,
	'└': (at) => `M${at.middle} ${at.y}V${at.centre}H${at.right}`,
}

/** Left, top, width and height of a block as parts of the cell. */
function blockOf(char) {
	const lower = '▁▂▃▄▅▆▇█'.indexOf(char) + 1
	if (lower > 0) return [0, 1 - lower / 8, 1, lower / 8]
	const left = '▏▎▍▌▋▊▉'.indexOf(char) + 1
	if (left > 0) return [0, 0, left / 8, 1]
	if (char === '▀') return [0, 0, 1, 0.5]
	if (char === '▐') return [0.5, 0, 0.5, 1]
	return undefined
}

function round(value) {
	return Math.round(value * 10) / 10
}
