const usual = { lateMs: 1000, rssMb: 400 }

/** Prints what an attack did, a line for each limit, and tells whether all held. */
export function printTable(print, { lateMs, rssMb, rssBeforeMb, honest, counts }, limits = usual) {
	const rows = [
		['latest block, ms late', lateMs, limits.lateMs],
		[`memory, MB (${rssBeforeMb.toFixed(0)} before)`, rssMb, limits.rssMb],
		...honest.map(({ name, p99Ms, calls, p50, p99, max, failures }) => [
			`${name}: p99, ms (${calls} calls, p50 ${p50.toFixed(1)}, max ${max.toFixed(0)}, failed ${failures.length})`,
			p99,
			p99Ms,
		]),
	]
	for (const [name, value, limit] of rows) {
		const word = value <= limit ? 'held  ' : 'BROKEN'
		print(`${word} ${value.toFixed(1).padStart(9)} of ${String(limit).padStart(5)}  ${name}`)
	}
	for (const { opened, closed, errors, bytes } of counts) {
		print(
			`       ${opened} opened, ${closed} closed, ${errors} errors, ${(bytes / 1e6).toFixed(0)} MB read by the hostile`,
		)
	}
	for (const text of new Set(honest.flatMap(({ failures }) => failures))) print(`       a failure: ${text}`)
	return rows.every(([, value, limit]) => value <= limit)
}
