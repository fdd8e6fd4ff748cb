import { csvRow } from '../../../util/csvRow.ts'
import type { AccountReport, ClientVerdict, ReportTotals } from './reportAccount.ts'

/** A form of a report. */
export type ReportFormat = 'csv' | 'json' | 'md'

/** Name of an account; empty without one. */
export type NameOf = (address: string) => string

/** A report as text, which can be streamed. */
export interface ReportWriter {
	head(): string
	/** @param isFirst Whether nothing was written since the head. */
	row(report: AccountReport, isFirst: boolean): string
	foot(totals: ReportTotals, accounts: number): string
}

/** Writes a report of some clients. */
export function reportWriter(format: ReportFormat, clients: readonly string[], nameOf: NameOf): ReportWriter {
	return { csv: csvWriter, json: jsonWriter, md: markdownWriter }[format](clients, nameOf)
}

/** `✓ 5 of 5`: all work; `≈`: some have to be changed; `✗`: for some there is nothing to change to. */
export function verdictText(verdict: ClientVerdict): string {
	if (verdict.reads === 0) return '–'
	const sign = verdict.break > 0 ? '✗' : verdict.change > 0 ? '≈' : '✓'
	return `${sign} ${verdict.work} of ${verdict.reads}`
}

/** One row for each account and client. */
function csvWriter(_clients: readonly string[], nameOf: NameOf): ReportWriter {
	return {
		head: () => csvRow(['address', 'name', 'kind', 'client', 'reads', 'work', 'change', 'break', 'to do']),
		row: ({ address, kind, clients }) =>
			clients
				.map((verdict) =>
					csvRow([
						address,
						nameOf(address),
						kind,
						verdict.client,
						...[verdict.reads, verdict.work, verdict.change, verdict.break].map(String),
						todo(verdict).join('; '),
					]),
				)
				.join(''),
		foot: () => '',
	}
}

function jsonWriter(clients: readonly string[], nameOf: NameOf): ReportWriter {
	return {
		head: () => `{"clients":${JSON.stringify(clients)},"accounts":[`,
		row: ({ address, kind, clients: verdicts }, isFirst) => {
			const name = nameOf(address)
			const row = {
				address,
				...(name === '' ? {} : { name }),
				kind,
				clients: verdicts.map(({ checks, ...counts }) => ({
					...counts,
					checks: checks.map(({ read, verdict, path9, note }) => ({ path: read.path, verdict, path9, note })),
				})),
			}
			return `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
		},
		foot: (totals, accounts) => `\n],"totals":${JSON.stringify({ accounts, ...totals })}}\n`,
	}
}

function markdownWriter(clients: readonly string[], nameOf: NameOf): ReportWriter {
	const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |\n`
	return {
		head: () =>
			`# Migration report\n\n✓ all reads work · ≈ some are found elsewhere · ✗ some are gone\n\n${line(['account', 'kind', ...clients])}${line(['---', '---', ...clients.map(() => '---')])}`,
		row: ({ address, kind, clients: verdicts }) => {
			const name = nameOf(address)
			return line([name === '' ? address : `${name} ${address}`, kind, ...verdicts.map(verdictText)])
		},
		foot: (totals, accounts) =>
			`\n${accounts} accounts × ${clients.length} clients: ${totals.reads} reads, ${totals.work} work, ${totals.change} change, ${totals.break} break\n`,
	}
}

function markdownCell(text: string): string {
	return text
		.replaceAll(/[\p{Cc}]/gu, ' ')
		.replaceAll(/[\\|<>`*_[\]]/g, (sign) => (text === '---' ? sign : `\\${sign}`))
}

/** Required changes of a client, one read each. */
function todo({ checks }: ClientVerdict): readonly string[] {
	return checks.map(({ read, verdict, path9 }) =>
		verdict === 'moved' ? `${read.path} is at ${path9 ?? '?'}` : `${read.path} ${words[verdict]}`,
	)
}

const words = {
	works: 'works',
	new: 'works',
	breaks: 'has another value',
	moved: 'moved',
	absent: 'is left out',
	otherQuery: 'is in another reply',
} as const
