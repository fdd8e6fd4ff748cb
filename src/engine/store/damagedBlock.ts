import { UserError } from '../../errors/UserError.ts'

/** The refusal to serve a block that is not what was made. */
export function damagedBlock(height: number, why: string): UserError {
	return new UserError(`Block ${height} is damaged.`, {
		why: `In the database ${why}.`,
		next: 'Stop the node and run `chain-tui verify`: it tells what is wrong and what can be saved.',
	})
}
