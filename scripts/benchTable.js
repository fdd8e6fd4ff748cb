// The table of a run of `npm run bench`, for the terminal and for docs/benchmarks.md.

/** One line about where and when a run was made. */
export function machineLine({ date, commit, machine }) {
	const { processor, cores, memoryGb, system, node } = machine
	return `${date}, commit ${commit}, ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`
}

/** The rows as a Markdown table; with rows of an earlier run also what they were then. */
export function benchTable(rows, before) {
	const header = [
		'Measured',
		'Ours',
		'Peer',
		'Ratio',
		'Aim',
		'Met',
		...(before === undefined ? [] : ['Before', 'Change']),
	]
	const lines = rows.map((row) => {
		const { bench, what, ours, peer, unit, ratio, aim } = row
		const cells = [
			`${bench}: ${what}`,
			figure(ours, unit),
			peer === undefined ? '' : figure(peer, unit),
			ratio === undefined ? '' : ratio.toFixed(2),
			aim ?? '',
			aim === undefined ? '' : isMet(row) ? 'yes' : 'no',
		]
		if (before === undefined) return cells
		const old = before.find((other) => other.bench === bench && other.what === what)
		if (old === undefined) return [...cells, '', 'new']
		const [was, now] = ratio !== undefined && old.ratio !== undefined ? [old.ratio, ratio] : [old.ours, ours]
		const shown = old.ratio === undefined ? figure(old.ours, unit) : old.ratio.toFixed(2)
		return [...cells, shown, was === 0 ? '' : `${now >= was ? '+' : ''}${((100 * (now - was)) / was).toFixed(0)} %`]
	})
	const all = [header, header.map(() => '---'), ...lines]
	const widths = header.map((_, column) => Math.max(...all.map((cells) => cells[column].length)))
	return all.map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`).join('\n')
}

/** Whether a row reaches its aim, `>= 2` or `<= 50`, by its ratio or, where it has none, by its own figure. */
function isMet({ aim, ratio, ours }) {
	const [, sign, limit] = /^([<>]=) ([\d.]+)/.exec(aim) ?? []
	const value = Number((ratio ?? ours).toFixed(2))
	return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}

function figure(value, unit) {
	const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
	return `${value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',')} ${unit}`
}
